import Foundation

exit(Launcher.run(CommandLine.arguments))

import Foundation

exit(Launcher.run(ArgumentText.all))

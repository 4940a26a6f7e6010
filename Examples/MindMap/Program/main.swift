import MindMap

try Sample.run()

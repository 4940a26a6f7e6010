import CyclicCoding
import Foundation
import Testing

// The samples are kept as the document shows them, force tries and all.

class Helper: Codable {
    // ...
}

struct Thing: Codable {
    var helper: Helper
    // ...
}

struct Action: Codable {
    // use CyclicCoding's cycle breaker to ensure the cycle can be decoded correctly
    // weak var queue: ActionQueue?
    var queue = WeakCycleBreaker<ActionQueue>()
    // ...
}

class ActionQueue: Codable {
    var actions: [Action] = []
    // ...
    func add(action: Action) {
        var action = action
        // an empty subscript [] is used to access the object inside the cycle breaker,
        // much like ! after an optional
        action.queue[] = self
        actions.append(action)
    }
}

struct DocumentTests {
    @Test func sharedObjectsStayShared() {
        let helga = Helper()
        let helen = Helper()

        let things = [Thing(helper: helga), Thing(helper: helen), Thing(helper: helga)]

        // Use CyclicCoding's encoder to handle the duplicates for us
        let flattened = try! CyclicEncoder().flatten(things)
        // Encode the intermediate representation it produced to data we can write to a file
        let data = try! JSONEncoder().encode(flattened)

        // Decode the intermediate representation from the data
        let decoded = try! JSONDecoder().decode(FlattenedContainer.self, from: data)
        // Use CyclicCoding's decoder to reconstruct our objects correctly
        let unflattened = try! CyclicDecoder().decode([Thing].self, from: decoded)

        #expect(unflattened.count == 3)
        #expect(unflattened[0].helper === unflattened[2].helper)
        #expect(unflattened[0].helper !== unflattened[1].helper)
    }

    @Test func cyclesAreRestored() {
        let queue = ActionQueue()
        let wasteTime = Action()
        let somethingUseful = Action()
        queue.add(action: wasteTime)
        queue.add(action: somethingUseful)

        // Use CyclicCoding's encoder to handle the cycles for us
        let flattened = try! CyclicEncoder().flatten(queue)
        // Encode the intermediate represntation it produced to data we can write to a file
        let data = try! JSONEncoder().encode(flattened)

        // Decode the intermediate representation from the data
        let decoded = try! JSONDecoder().decode(FlattenedContainer.self, from: data)
        // Use CyclicCoding's decoder to reconstruct the cycles correctly
        let unflattened = try! CyclicDecoder().decode(ActionQueue.self, from: decoded)

        #expect(unflattened.actions.count == 2)
        #expect(unflattened.actions[0].queue[] === unflattened)
        #expect(unflattened.actions[1].queue[] === unflattened)
    }

    @Test func aSharedObjectPrintsAsInTheDocument() throws {
        let helga = Helper()
        let things = [Thing(helper: helga), Thing(helper: Helper()), Thing(helper: helga)]
        let expected = """
            referenced: [{  }],
            root: [
              { helper: #0 },
              { helper: {  } },
              { helper: #0 }
            ]
            """
        let flattened = try CyclicEncoder().flatten(things)
        #expect("\(flattened)" == expected)
        let data = try JSONEncoder().encode(flattened)
        #expect("\(try JSONDecoder().decode(FlattenedContainer.self, from: data))" == expected)
    }

    @Test func aCyclePrintsAsInTheDocument() throws {
        let queue = ActionQueue()
        queue.add(action: Action())
        queue.add(action: Action())
        #expect(
            "\(try CyclicEncoder().flatten(queue))" == """
                referenced: [
                  { actions: [
                      { queue: #0 },
                      { queue: #0 }
                    ]
                  }
                ],
                root: #0
                """)
    }
}

import { expect, it } from 'vitest'
import { findCircle, listTriggers, type Trigger } from '#runtime/schema/kinds/screen/then/cycles.ts'

/** A sequence of numbers that is the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let value = seed; ; ) {
    value = (value * 48_271) % 2_147_483_647
    yield value
  }
}

const screens = ['a/a', 'a/b', 'a/c', 'a/d']
const changes = ['add', 'edit']

function randomTriggers(random: Generator<number>): Trigger[] {
  const pick = <T>(list: readonly T[]): T => list[random.next().value % list.length] as T
  const occasion = () => ({ screen: pick(screens), change: pick(changes) })
  return Array.from({ length: random.next().value % 9 }, (_, at) => ({
    at,
    from: occasion(),
    to: occasion(),
  }))
}

/** Whether the nodes that the trigger reaches include its origin, by repeating all steps until nothing is added. */
function isReached(triggers: readonly Trigger[], { from, to }: Trigger): boolean {
  const name = ({ screen, change }: Trigger['from']) => `${screen} ${change}`
  const reached = new Set([name(to)])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const trigger of triggers) if (reached.has(name(trigger.from))) reached.add(name(trigger.to))
  }
  return reached.has(name(from))
}

it('a circle is found exactly where a trigger leads to itself, and its way is one of triggers', () => {
  const random = numbers(7)
  let found = 0
  for (let run = 0; run < 3000; run++) {
    const triggers = randomTriggers(random)
    for (const trigger of triggers) {
      const circle = findCircle(triggers, trigger)
      expect(circle !== undefined).toBe(isReached(triggers, trigger))
      if (!circle) continue
      found += 1
      expect(circle.at(-1)).toEqual(trigger.from)
      for (const [at, from] of circle.slice(0, -1).entries())
        expect(triggers).toContainEqual(expect.objectContaining({ from, to: circle[at + 1] }))
    }
  }
  expect(found).toBeGreaterThan(500)
})

it('a save is an add and an edit, and a broken entry leads nowhere', () => {
  const document = Object.fromEntries([
    ['id', 'a/a'],
    ['then', [{ on: 'save', make: { screen: 'a/b' } }, { on: 'add', change: 7 }, null]],
  ])
  expect(listTriggers(document)).toEqual(
    changes.map((change) => ({
      at: 0,
      from: { screen: 'a/a', change },
      to: { screen: 'a/b', change: 'add' },
    })),
  )
})

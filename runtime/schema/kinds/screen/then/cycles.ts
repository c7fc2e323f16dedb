import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { listOccasions } from './shapes.ts'

/** A change of the records of a screen that can lead to others: `add`, `edit`, `remove`, `date`, or `move` with its code. */
export interface Occasion {
  screen: string
  change: string
}

/** An entry of `then` that writes records: what it follows, and what it brings about. */
export interface Trigger {
  /** The index of the entry. */
  at: number
  from: Occasion
  to: Occasion
}

const nameNode = ({ screen, change }: Occasion): string => `${screen} ${change}`

/** The entries of a document that write records of a screen. */
export function listTriggers(document: JsonObject): Trigger[] {
  const screen = asText(document.id) ?? ''
  return listObjectEntries(document.then).flatMap(([at, entry]) =>
    (['make', 'change'] as const).flatMap((name) => {
      const written = entry[name]
      if (!isJsonObject(written) || typeof written.screen !== 'string') return []
      const to = { screen: written.screen, change: name === 'make' ? 'add' : 'edit' }
      return listOccasions(entry).map((change) => ({ at, from: { screen, change }, to }))
    }),
  )
}

/** The shortest way by which a trigger leads to itself again, both ends included; undefined where it does not. */
export function findCircle(triggers: readonly Trigger[], { from, to }: Trigger): Occasion[] | undefined {
  const byNode = new Map<string, Occasion[]>()
  for (const trigger of triggers) {
    const node = nameNode(trigger.from)
    byNode.set(node, [...(byNode.get(node) ?? []), trigger.to])
  }
  const goal = nameNode(from)
  const seen = new Set([nameNode(to)])
  let ways = [[from, to]]
  while (ways.length > 0) {
    const arrived = ways.find((way) => nameNode(way.at(-1) as Occasion) === goal)
    if (arrived) return arrived
    ways = ways.flatMap((way) =>
      (byNode.get(nameNode(way.at(-1) as Occasion)) ?? []).flatMap((next) => {
        const node = nameNode(next)
        if (seen.has(node)) return []
        seen.add(node)
        return [[...way, next]]
      }),
    )
  }
  return undefined
}

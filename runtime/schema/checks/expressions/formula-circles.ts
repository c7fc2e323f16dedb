/** Nodes of a circle that its text lists. */
const MAX_LISTED_NODES = 20

/** The nodes of a circle, its first one again at the end; of a long circle the beginning. */
export const formatCircle = (circle: readonly string[]): string[] => [
  ...circle.slice(0, MAX_LISTED_NODES),
  ...(circle.length > MAX_LISTED_NODES ? ['…'] : []),
  ...circle.slice(0, 1),
]

/** Finds circles by a depth-first search, each when it is asked for; it starts with its first node in the document. */
export function* listCircles(reads: ReadonlyMap<string, { nodes: readonly string[] }>): Generator<string[]> {
  const places = new Map([...reads.keys()].map((node, at) => [node, at]))
  const getPlace = (node: string) => places.get(node) ?? places.size
  const done = new Set<string>()
  /** The nodes on the way to the current one, with those that each of them still has to visit. */
  const trail: { node: string; rest: Iterator<string> }[] = []
  const depths = new Map<string, number>()
  const enter = (node: string) => {
    depths.set(node, trail.length)
    trail.push({ node, rest: (reads.get(node)?.nodes ?? [])[Symbol.iterator]() })
  }
  for (const root of reads.keys()) {
    if (!done.has(root)) enter(root)
    for (let last = trail.at(-1); last; last = trail.at(-1)) {
      const { done: isOver, value: next } = last.rest.next()
      if (isOver) {
        depths.delete(last.node)
        done.add(last.node)
        trail.pop()
        continue
      }
      const depth = depths.get(next)
      if (depth === undefined) {
        if (!done.has(next)) enter(next)
        continue
      }
      const circle = trail.slice(depth).map(({ node }) => node)
      const start = circle.reduce(
        (first, node, at) => (getPlace(node) < getPlace(circle[first] ?? '') ? at : first),
        0,
      )
      yield [...circle.slice(start), ...circle.slice(0, start)]
    }
  }
}

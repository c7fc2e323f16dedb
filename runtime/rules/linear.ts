/** A pattern as steps between states: a step matches one letter of its set, or no letter at all (`null`). */
interface Automaton {
  steps: { to: number; set: RegExp | null }[][]
}

/** Letters that distinguish sets: sets without a common letter among these are treated as different. */
const probes = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  '\t',
  '\n',
  'é',
  '中',
  '，',
  '１',
]
/** Maximum copies of a counted repetition; two copies are enough to find an ambiguity. */
const MAX_COPIES = 4
const MAX_STATES = 150
/** Maximum compared pairs of steps; a pattern that needs more counts as too large. */
const MAX_STEPS = 100_000

class Reader {
  readonly steps: Automaton['steps'] = []
  at = 0
  constructor(readonly source: string) {}

  state(): number {
    if (this.steps.length >= MAX_STATES) throw new Error('too large')
    return this.steps.push([]) - 1
  }
  link(from: number, to: number, set: RegExp | null = null): void {
    this.steps[from]?.push({ to, set })
  }

  /** Alternatives up to the end or a closing bracket; returns the state after them. */
  choice(from: number): number {
    const end = this.state()
    for (;;) {
      let current = this.state()
      this.link(from, current)
      while (this.at < this.source.length && !'|)'.includes(this.source[this.at] ?? ''))
        current = this.repeated(current)
      this.link(current, end)
      if (this.source[this.at] !== '|') return end
      this.at += 1
    }
  }

  repeated(from: number): number {
    const begin = this.at
    const once = this.atom(from)
    const after = this.at
    const count = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(after))
    if (!count) return once
    this.at = after + count[0].length
    const [sign] = count[0]
    const least = sign === '+' ? 1 : sign === '*' || sign === '?' ? 0 : Number(count[1])
    const most =
      sign === '?'
        ? 1
        : sign === '{'
          ? count[2] === undefined
            ? least
            : Number(count[3] || Number.POSITIVE_INFINITY)
          : Number.POSITIVE_INFINITY
    const end = this.at
    const again = (start: number): number => {
      this.at = begin
      const to = this.atom(start)
      this.at = end
      return to
    }
    let current = from
    let to = once
    const copies = Math.min(Math.max(least, 1), MAX_COPIES)
    for (let copy = 1; copy < copies; copy += 1) {
      current = to
      to = again(current)
    }
    if (least === 0) this.link(from, to)
    if (most === Number.POSITIVE_INFINITY) {
      const loop = this.state()
      this.link(to, loop)
      this.link(again(loop), loop)
      return loop
    }
    for (let copy = copies; copy < Math.min(most, MAX_COPIES); copy += 1) {
      const more = again(to)
      this.link(to, more)
      to = more
    }
    return to
  }

  atom(from: number): number {
    const rest = this.source.slice(this.at)
    const group = /^\((?:\?(?::|P?<\w+>|[imsu]*:))?/.exec(rest)
    if (group) {
      this.at += group[0].length
      const end = this.choice(from)
      this.at += 1
      return end
    }
    const [text = ''] =
      /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|[pP]\{\w+\}|[\s\S])|[\s\S])/i.exec(rest) ??
      []
    this.at += text.length
    const to = this.state()
    const isPlace = /^(?:[\^$]|\\[bBAz])$/.test(text)
    this.link(from, to, isPlace ? null : new RegExp(`^(?:${text})$`, text.startsWith('\\p') ? 'u' : ''))
    return to
  }
}

/**
 * Whether a backtracking engine could take exponential time over a pattern, as over `(a+)+$`: some text leads from a state
 * back to itself in two ways. The server's engine is safe; the browser's would hang on such texts. Patterns that are
 * too large or that this reader cannot parse count as safe.
 */
export function isReDoSVulnerable(source: string): boolean {
  try {
    const reader = new Reader(source)
    const start = reader.state()
    reader.choice(start)
    return hasTwoWays(reader.steps)
  } catch {
    // Every other node is handled by the compilers.
    return false
  }
}

type Steps = Automaton['steps']

/** All states reached without a letter, each with the number of ways to it (at most two are counted). */
function reach(steps: Steps, from: number): Map<number, number> {
  const ways = new Map<number, number>()
  const walk = (state: number, seen: ReadonlySet<number>): void => {
    const count = ways.get(state) ?? 0
    if (count >= 2) return
    ways.set(state, count + 1)
    for (const { to, set } of steps[state] ?? []) if (!set && !seen.has(to)) walk(to, new Set([...seen, to]))
  }
  walk(from, new Set([from]))
  return ways
}

/** Steps that match a letter, from each state, including those reached through empty steps. */
function letterSteps(steps: Steps): { to: number; letters: ReadonlySet<string>; ways: number }[][] {
  return steps.map((_, from) =>
    [...reach(steps, from)].flatMap(([state, ways]) =>
      (steps[state] ?? []).flatMap(({ to, set }) =>
        set ? [{ to, ways, letters: new Set(probes.filter((letter) => set.test(letter))) }] : [],
      ),
    ),
  )
}

function hasTwoWays(steps: Steps): boolean {
  const moves = letterSteps(steps)
  let comparisons = 0
  const meets = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some((letter) => b.has(letter))
  // Only states that a letter leads to are compared: an ambiguity needs at least one letter.
  const entered = new Set(moves.flat().map(({ to }) => to))
  for (const start of entered) {
    // Pairs of states that the same text leads to from `start`; `isSplit`: by two different ways.
    const seen = new Set<string>()
    const queue: [number, number, boolean][] = [[start, start, false]]
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [left, right, isSplit] = next
      for (const [i, leftStep] of (moves[left] ?? []).entries()) {
        for (const [j, rightStep] of (moves[right] ?? []).entries()) {
          comparisons += 1
          if (comparisons > MAX_STEPS) throw new Error('too large')
          if (!meets(leftStep.letters, rightStep.letters)) continue
          const now = isSplit || (left === right ? i !== j || leftStep.ways > 1 : true)
          if (now && leftStep.to === start && rightStep.to === start) return true
          const key = `${leftStep.to} ${rightStep.to} ${now}`
          if (seen.has(key)) continue
          seen.add(key)
          queue.push([leftStep.to, rightStep.to, now])
        }
      }
    }
  }
  return false
}

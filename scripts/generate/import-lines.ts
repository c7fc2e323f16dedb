// Adds names to the import statements of a module, in the layout of the formatter.

const MAX_LINE_WIDTH = 110

interface Statement {
  text: string
  isType: boolean
  names: string[]
  module: string
}

const parseStatements = (source: string): Statement[] =>
  [...source.matchAll(/^import (type )?\{([^}]*)\} from '([^']+)'\n/gm)].map(
    ([text, type, names = '', module = '']) => ({
      text,
      isType: type !== undefined,
      names: names.split(',').flatMap((name) => name.trim() || []),
      module,
    }),
  )

function print({ isType, names, module }: Omit<Statement, 'text'>): string {
  const head = `import ${isType ? 'type ' : ''}{`
  const line = `${head} ${names.join(', ')} } from '${module}'`
  return line.length <= MAX_LINE_WIDTH
    ? `${line}\n`
    : `${head}\n${names.map((name) => `  ${name},\n`).join('')}} from '${module}'\n`
}

/** Letters sort without case; of the same letter the capital sorts first. */
function compareNames(first: string, second: string): number {
  const [a, b] = [first, second].map((name) => name.replace(/^type /, '')) as [string, string]
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [x, y] = [a.charAt(at), b.charAt(at)]
    const [low, lowOther] = [x.toLowerCase(), y.toLowerCase()]
    if (low !== lowOther) return low < lowOther ? -1 : 1
    if (x !== y) return x < y ? -1 : 1
  }
  return a.length - b.length
}

/** Packages come first, then `#` paths, then relative paths from far to near. */
const getRank = (module: string): number =>
  module.startsWith('../') ? 2 : module.startsWith('.') ? 3 : module.startsWith('#') ? 1 : 0

const isAfter = (first: string, second: string): boolean =>
  getRank(first) === getRank(second) ? first > second : getRank(first) > getRank(second)

/** The source with the name imported; unchanged when it is imported already. */
export function addImport(source: string, name: string, module: string, isType = false): string {
  const statements = parseStatements(source)
  const same = statements.find((statement) => statement.module === module)
  if (same?.names.some((entry) => entry.replace(/^type /, '') === name)) return source
  if (same) {
    const added = isType && !same.isType ? `type ${name}` : name
    return source.replace(same.text, () =>
      print({ ...same, names: [...same.names, added].sort(compareNames) }),
    )
  }
  const line = print({ isType, names: [name], module })
  const next = statements.find((statement) => isAfter(statement.module, module))
  if (next) return source.replace(next.text, (text) => line + text)
  const last = statements.at(-1)
  return last ? source.replace(last.text, (text) => text + line) : `${line}\n${source}`
}

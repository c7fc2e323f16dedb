/** The keys of a JSON pointer (RFC 6901), which `pointer` of problem.ts joins: `/items/0/a~1b` = `['items', '0', 'a/b']`. */
export const pointerKeys = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The keys of a JSON pointer, those of lists as numbers. */
export const pointerPath = (path: string): (string | number)[] =>
  pointerKeys(path).map((key) => (/^\d+$/.test(key) ? Number(key) : key))

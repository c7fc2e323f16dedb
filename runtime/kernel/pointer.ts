/** The keys of a JSON pointer (RFC 6901), which `pointer` of problem.ts joins: `/items/0/a~1b` = `['items', '0', 'a/b']`. */
export const pointerKeys = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The keys of a JSON pointer, those of lists as numbers. */
export const pointerPath = (path: string): (string | number)[] =>
  pointerKeys(path).map((key) => (/^\d+$/.test(key) ? Number(key) : key))

/** The pointers of the values around a value, from the nearest to the whole, whose pointer is empty. */
export function* placesAround(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1))
    yield path.slice(0, end)
}

const FIELDS_OF_TABLE = 900
const NAMES = 20

const field = (at: number) => ({
  key: `f${at}`,
  title: 7,
  type: 'inputNumber',
  widht: 1,
  compute: Array.from({ length: NAMES }, (_, name) => `gone${at}_${name}`).join(' + '),
})

const table = (fields: readonly object[], at: number) => ({
  key: `d${at}`,
  title: '明细',
  type: 'table',
  table: { name: `bench_faulty_${at}`, fk: 'fbill' },
  fields,
})

/**
 * The text of a screen of at most `bytes` bytes and nearly as many, within the limits of the check, in which every field of
 * its detail tables is faulty: an unknown setting, a title that is no text, a formula of names that do not exist.
 */
export function faultyDocument(bytes: number): string {
  const write = (count: number) => {
    const fields = Array.from({ length: count }, (_, at) => field(at))
    const tables: object[] = []
    for (let from = 0; from < count; from += FIELDS_OF_TABLE)
      tables.push(table(fields.slice(from, from + FIELDS_OF_TABLE), tables.length))
    return JSON.stringify({
      version: 2,
      kind: 'screen',
      id: 'bench/faulty',
      title: '坏的',
      perm: 'bench:faulty',
      table: { name: 'bench_faulty' },
      fields: tables,
    })
  }
  let count = Math.floor(bytes / JSON.stringify(field(0)).length)
  let text = write(count)
  // Later fields have longer names, so that a first guess is too large.
  while (Buffer.byteLength(text) > bytes) {
    count = Math.floor(count * Math.min(0.999, bytes / Buffer.byteLength(text)))
    text = write(count)
  }
  return text
}

import type { JsonObject } from '#runtime/kernel/json.ts'

export const member = (key: string, title: string, more: JsonObject = {}) => ({
  key,
  title,
  type: 'input',
  ...more,
})
/** A screen with a table and a perm named like its id. */
export const screen = (id: string, ...fields: JsonObject[]): JsonObject => ({
  version: 2,
  kind: 'screen',
  id,
  title: '展柜',
  perm: id.replace('/', ':'),
  table: { name: id.replace(/\W/g, '_') },
  fields,
})

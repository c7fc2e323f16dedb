import Type from 'typebox'

const characters = '[A-Za-z0-9_.-]{1,64}'

/** The id of a row of the application. */
export const Id = Type.String({ pattern: `^${characters}$` })

/** Comma-separated ids; clients of the contract send a trailing comma. */
export const Ids = Type.String({ pattern: `^${characters}(,${characters}){0,499},?$` })

/** The different ids of a list, or of a comma-separated text. */
export const parseIds = (ids: readonly string[] | string): string[] => [
  ...new Set(typeof ids === 'string' ? ids.split(',').filter(Boolean) : ids),
]

/** The id of a document as one segment of an address, as clients of online forms and reports send it: with a dot. */
export const toHeadId = ({ id }: { id: string }): string => id.replace('/', '.')

/** The document, and with a third part the detail of a screen, that the id of a head names. */
export function splitHeadId(headId: string): { id: string; detail: string | null } {
  const [group = '', name = '', detail = null] = headId.split('.')
  return { id: name === '' ? group : `${group}/${name}`, detail }
}

/** The permission to read the source and the problems of documents. */
export const designRead = 'design:read'

/** The address of a document's page, where its menu entry names no other. */
export const getPath = (id: string): string => `/${id}`

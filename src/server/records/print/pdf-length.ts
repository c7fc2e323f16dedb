// Why a file of its own: the document, its tables and its pictures use it.
/** Millimetres as points, the unit of PDF. */
export const points = (millimetres: number): number => (millimetres * 72) / 25.4

/**
 * How many rows lack a value in a column that is summed; undefined for none. A product with a blank factor is blank, so that
 * the sum is smaller than people expect.
 */
export const lackText = (count: number): string | undefined => (count > 0 ? `${count} 行没有值` : undefined)

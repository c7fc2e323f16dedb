/**
 * The key of a record that others may follow, or that may follow from others, as the server answers it for its view: the fields in
 * which its rows keep what they follow from and that they are closed, as pointers without a row (`/items/forderrow`).
 */
export const chainMark = 'has_chain_links'

/** A record in the chain of bills that follow from each other, in the texts that people read. */
export interface ChainRecord {
  id: string
  /** The id and the title of its screen. */
  screen: string
  title: string
  /** Its number. */
  name: string
  /** How many steps after the first record of the chain it comes; the record itself is marked. */
  step: number
  isSelf: boolean
  /** Empty where it has none, or the reader may not see it. */
  state: string
  color?: string
  amount: string
  /** The address of its view, where the reader may open it. */
  path: string | null
}

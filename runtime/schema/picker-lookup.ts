/**
 * A lookup after picking (`onPick`): the registered lookup, the request keys with their names, and the keys that its
 * response fills.
 */
export interface PickerLookup {
  lookup: string
  send?: Record<string, string>
  fill: string[]
}

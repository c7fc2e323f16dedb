/** Draws nothing: the value belongs to the field beside it. */
export const HiddenCell = () => null

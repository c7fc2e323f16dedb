/** Percent, always: the bar has no other bounds. */
export const progressSettings = {}

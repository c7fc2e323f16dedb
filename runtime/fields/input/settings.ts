/** Plain text says nothing beyond what every field may say. */
export const inputSettings = {}

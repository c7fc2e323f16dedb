/** A secret says nothing beyond what every field may say. */
export const passwordSettings = {}

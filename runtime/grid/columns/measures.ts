/** Row heights in pixels of the four table densities. */
export const rowHeights = { medium: 61, small: 48, mini: 40, tiny: 32 }
export const headHeight = 36
export const totalsHeight = 38

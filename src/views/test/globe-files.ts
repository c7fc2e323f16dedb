declare const CESIUM_BASE_URL: string

/** The path of the globe's imagery and workers; the engine reads the same constant (vite.config.ts defines both). */
export const globeFiles = CESIUM_BASE_URL

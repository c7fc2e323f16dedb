declare const CESIUM_BASE_URL: string

/** Where the globe's imagery and workers lie; the engine reads the same word (vite.config.ts puts both in). */
export const globeFiles = CESIUM_BASE_URL

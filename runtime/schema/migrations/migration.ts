import type { JsonObject } from '#runtime/kernel/json.ts'

/** Turns a document of one format version into the next one. Pure; accepts broken documents and never throws. */
export type Migration = (document: JsonObject) => JsonObject

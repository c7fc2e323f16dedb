import type { Http } from '#runtime/data/http.ts'
import type { EnhancementVersion } from '#runtime/schema/compose/enhancements.ts'
import type { RevisionRow } from './api.ts'

/** Code of the server that documents name, with what it does. */
export interface RegisteredCode {
  name: string
  /** Its title, then after a colon what it does and what it refuses. */
  description: string
  /** Of an effect, the fields that it needs: `items.spid` is the field of a detail. */
  reads?: string[]
}

export type Version = EnhancementVersion<RevisionRow>

/** What a designer may choose, and the history of each choice by its code. */
export interface EnhancementList {
  effects: RegisteredCode[]
  hooks: RegisteredCode[]
  handlers: RegisteredCode[]
  versions: Record<string, Version[]>
}

export const enhancementsQuery = (http: Http, id: string) => ({
  queryKey: ['design enhancements', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.get<EnhancementList>(`/design/documents/${id}/enhancements`, undefined, signal),
  staleTime: 0,
})

import { vi } from 'vitest'
import type { DesignApi, Draft, DraftStep, Inspection } from '#designer/api.ts'
import { DraftSession } from '#designer/draft/DraftSession.ts'
import type { OpenedSource, UnsentDraft, UnsentKeeper } from '#designer/draft/unsent-draft.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'

export const shelf: JsonObject = { id: 'base/shelf', kind: 'screen', title: '书架', note: '', perm: 'shelf' }

const inspection: Inspection = {
  problems: [],
  warnings: [],
  steps: [],
  renames: [],
  named: null,
  companions: [],
}

interface ServerState {
  current?: JsonObject | null
  draft?: { body: JsonObject; base?: JsonObject | null } | null
}

/** The draft of another page of the user. */
const elsewhere = ({ body, base = shelf }: { body: JsonObject; base?: JsonObject | null }): Draft => ({
  base,
  body,
  version: 'elsewhere',
  updateTime: '',
})

/** A server with one document and its draft. Requests fail while it is offline. */
export function standInServer({ current = shelf, draft = null }: ServerState = {}) {
  const server = {
    current: current as JsonObject | null,
    draft: draft && elsewhere(draft),
    isOnline: true,
    checks: true,
    /** Why the server refuses to store any draft. */
    refusal: null as string | null,
    /** What was asked, in order. */
    requests: [] as string[],
    /** Another page of the user stores its draft. */
    storeElsewhere: (body: JsonObject) => {
      server.draft = elsewhere({ body })
    },
  }
  const ask = (text: string, previous?: string | null) => {
    if (!server.isOnline) throw new Error('网络断开')
    server.requests.push(text)
    const result = structuredClone({ current: server.current, draft: server.draft })
    if (previous !== undefined && previous !== (result.draft?.version ?? null))
      throw appError('BUSINESS', {
        reason: 'DESIGN_DRAFT_CHANGED',
        text: '草稿已变',
        result,
      })
  }
  const api = {
    saveDraft: async (_id: string, base: JsonObject | null, body: JsonObject, step: DraftStep) => {
      if (server.refusal) throw appError('BUSINESS', { reason: 'DESIGN_STEP', text: server.refusal })
      ask(`save ${body.title}`, step.previous)
      server.draft = { base, body, version: step.version, updateTime: '' }
    },
    removeDraft: async (_id: string, { previous }: { previous?: string } = {}) => {
      ask('remove', previous ?? null)
      server.draft = null
    },
    inspect: async () => {
      if (!server.checks) throw new Error('网络断开')
      server.requests.push('inspect')
      return inspection
    },
    release: async (_id: string, { previous }: { previous?: string }) => {
      ask('release', previous ?? null)
      server.current = server.draft?.body ?? null
      server.draft = null
      return { revision: 2 }
    },
  }
  return Object.assign(server, { api: api as unknown as DesignApi })
}

/** The store of the browser, with the document that it keeps. */
function standInKeeper(kept: JsonObject | null = null) {
  const keeper = {
    place: { name: 'u1 design base/shelf', form: 'page' },
    kept,
    /** What was stored for a page that ends. */
    last: null as JsonObject | null,
    hold: () => () => undefined,
    keep: (_serverDraft, body) => {
      keeper.kept = body
    },
    keepLast: (_serverDraft, body) => {
      keeper.last = body
    },
    sent: (body) => {
      if (keeper.kept === body) keeper.kept = null
    },
    drop: () => {
      keeper.kept = null
    },
  } satisfies UnsentKeeper & { kept: JsonObject | null; last: JsonObject | null }
  return keeper
}

/** A session on what the server has, opened as a page opens it. */
export function openSession(server: ReturnType<typeof standInServer>, unsent: UnsentDraft | null = null) {
  const { current, draft } = server
  const rest = { pastedRows: 0, hasSamples: false, changes: [], conflicts: [], revision: 1 }
  const source: OpenedSource = { id: 'base/shelf', origin: 'designed', current, draft, ...rest, unsent }
  const notify = vi.fn<(tone: 'info', text: string) => void>()
  const browser = standInKeeper(unsent?.body)
  const session = new DraftSession({ source, api: server.api, unsent: browser, notify })
  const close = session.open()
  const now = () => session.getSnapshot()
  const type = (words: JsonObject) =>
    session.change({ ...now().document, ...words }, Object.keys(words).join())
  return { session, browser, close, notify, now, type, states: recordStates(session) }
}

/** The kinds of the states that follow each other. */
function recordStates(session: DraftSession): string[] {
  const states: string[] = [session.getSnapshot().state.kind]
  session.subscribe(() => {
    const { kind } = session.getSnapshot().state
    if (kind !== states.at(-1)) states.push(kind)
  })
  return states
}

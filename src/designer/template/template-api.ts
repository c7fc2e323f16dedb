import type { Http } from '#runtime/data/http.ts'
import type { PackagePlan } from '../api.ts'

/** Documents that work together, ready to be installed. */
export interface Template {
  name: string
  title: string
  description: string
  /** The number of its sample records. */
  samples: number
  documents: { id: string; title: string; kind: string; fields: string[] }[]
}

export interface TemplateChoice {
  name: string
  /** The group of the ids, and the beginning of the names of tables and codes. */
  group: string
  /** The name of its group on the menu. */
  title: string
  /** The group of the menu in which it is; null at the top. */
  parent: string | null
}

export interface TemplatePlan extends Pick<PackagePlan, 'problems' | 'steps'> {
  documents: { id: string; title: string; kind: string }[]
}

/** The remaining sample records of a screen. */
export interface ScreenSamples {
  id: string
  title: string
  count: number
  /** How many of them somebody has changed since. */
  edited: number
}

const samplesAt = (id: string): string => `/design/documents/${id}/samples`

/** The requests for templates and their sample records. */
export const templateApi = (http: Http) => ({
  list: (signal?: AbortSignal) => http.get<Template[]>('/design/templates', undefined, signal),
  inspect: async (choice: TemplateChoice) =>
    (await http.send<TemplatePlan>('POST', '/design/templates/inspect', choice)).result,
  install: (choice: TemplateChoice, parts: { isReleased: boolean; hasSamples: boolean }) =>
    http.send<null>('POST', '/design/templates', { ...choice, ...parts }),
  samples: (id: string, signal?: AbortSignal) => http.get<ScreenSamples[]>(samplesAt(id), undefined, signal),
  removeSamples: (id: string, withEdited: boolean) =>
    http.send<{ count: number }>('POST', `${samplesAt(id)}/remove`, { withEdited }),
})

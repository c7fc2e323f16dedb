import type { Sample } from '#runtime/preview/DocumentPreview.tsx'

export interface NamedSample extends Sample {
  /** The file's name, as in the address. */
  name: string
  /** The kind of document or layout that it shows. */
  shows: string
  title: string
  order: number
}

const files = import.meta.glob<Omit<NamedSample, 'name'>>('./samples/**/*.json', {
  eager: true,
  import: 'default',
})

/** A document of every kind and layout, in the order of the page. */
export const samples: readonly NamedSample[] = Object.entries(files)
  .map(([path, sample]) => ({ ...sample, name: path.replace(/^.*\/|\.json$/g, '') }))
  .sort((a, b) => a.order - b.order)

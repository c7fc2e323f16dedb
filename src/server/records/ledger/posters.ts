import type { Posting } from '#runtime/schema/language/posting.ts'
import type { Flow, Move } from '#runtime/schema/types.ts'
import type { Resource } from '../resource.ts'
import { type SearchedDocuments, searchScreens } from '../screen-search.ts'
import type { Ledger } from './open-ledger.ts'

/** A screen whose moves post, with each posting. */
interface Poster {
  resource: Resource
  flow: Flow
  postings: readonly { move: Move; posting: Posting }[]
}

const listAll = searchScreens((resource): Poster[] => {
  const { flow } = resource.screen
  const postings =
    flow?.moves.flatMap((move) => (move.post ?? []).map((posting) => ({ move, posting }))) ?? []
  return flow && postings.length > 0 ? [{ resource, flow, postings }] : []
})

/** The screens whose moves post to a ledger, with what they post to it. */
export const listPosters = (documents: SearchedDocuments, { document: { id } }: Ledger): Poster[] =>
  listAll(documents).flatMap((poster) => {
    const postings = poster.postings.filter(({ posting }) => posting.ledger === id)
    return postings.length === 0 ? [] : [{ ...poster, postings }]
  })

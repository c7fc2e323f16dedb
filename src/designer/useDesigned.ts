import { useSearchParams } from 'react-router-dom'

/** The document that the address of a list names; it is open in the designer. */
export function useDesigned() {
  const [params, setParams] = useSearchParams()
  const set = (id: string | null, part?: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current)
      next.delete('part')
      next.delete('review')
      if (id === null) next.delete('design')
      else next.set('design', id)
      if (part !== undefined) next.set('part', part)
      return next
    })
  return {
    id: params.get('design'),
    /** The keyword of the document's settings that is open at first, such as `actions`. */
    part: params.get('part'),
    /** The review of the document that is open instead of its designer. */
    review: params.get('review'),
    openReview: (review: string) =>
      setParams((current) => {
        const next = new URLSearchParams(current)
        next.set('review', review)
        return next
      }),
    open: (id: string, part?: string) => set(id, part),
    close: () => set(null),
  }
}

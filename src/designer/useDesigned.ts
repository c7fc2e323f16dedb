import { useSearchParams } from 'react-router-dom'

/** The document that the address of a list names; it is open in the designer. */
export function useDesigned() {
  const [params, setParams] = useSearchParams()
  const set = (id: string | null) =>
    setParams((current) => {
      const next = new URLSearchParams(current)
      if (id === null) next.delete('design')
      else next.set('design', id)
      return next
    })
  return { id: params.get('design'), open: (id: string) => set(id), close: () => set(null) }
}

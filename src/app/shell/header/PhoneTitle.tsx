import { shortTitle } from '#client/institution.ts'
import { useVisibleTitle } from '../tabs/titles.ts'

/** The title of the page in the header of a phone; the short name of the product on the home page. */
export function PhoneTitle() {
  const title = useVisibleTitle()
  // The page has the heading; this is its visible copy.
  return <strong className="app-phone-title">{title ?? shortTitle}</strong>
}

import type { ComponentType } from 'react'
import type { ControlProps } from '../../contract/contract.ts'
import { referenceQuery } from '../kit/reference/reference-query.tsx'
import { SelSearchControl } from './SelSearchControl.tsx'
import type { ChoiceFamily } from './settings.ts'

/** In a query bar the search starts 300 ms after the last key, in a form 800 ms. */
const DelayedControl: ComponentType<ControlProps<string, ChoiceFamily['sel_search']>> = (props) => (
  <SelSearchControl {...props} delay={300} />
)

export const SelSearchQuery = referenceQuery(DelayedControl)

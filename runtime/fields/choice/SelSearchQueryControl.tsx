import type { ComponentType } from 'react'
import type { ControlProps } from '../contract.ts'
import { referenceQuery } from '../kit/reference/reference-query.tsx'
import { SelSearchControl } from './SelSearchControl.tsx'
import type { SelSearchSettings } from './values.ts'

/** The query bar belongs to the page around: there typing waits 300 ms, in a form's own control 800. */
const DelayedControl: ComponentType<ControlProps<string, SelSearchSettings>> = (props) => (
  <SelSearchControl {...props} delay={300} />
)

export const SelSearchQuery = referenceQuery(DelayedControl as ComponentType<ControlProps<string>>)

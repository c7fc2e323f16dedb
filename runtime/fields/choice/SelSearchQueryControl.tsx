import type { ComponentType } from 'react'
import type { ControlProps } from '../contract.ts'
import { chosenQuery } from '../kit/chosen/ChosenQuery.tsx'
import { SelSearchControl } from './SelSearchControl.tsx'
import type { SelSearchSettings } from './values.ts'

/** The query bar belongs to the page around: there typing waits 300 ms, in a form's own control 800. */
const Waiting: ComponentType<ControlProps<string, SelSearchSettings>> = (props) => (
  <SelSearchControl {...props} wait={300} />
)

export const SelSearchQuery = chosenQuery(Waiting as ComponentType<ControlProps<string>>)

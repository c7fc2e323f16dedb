import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeDescribedSchema } from '#runtime/schema/compose.ts'
import { settingsPanels } from '../generate/settings-panels.ts'

/** The settings panels of all shapes of the document language. */
export const panels = settingsPanels(composeDescribedSchema(fieldSettings), Object.keys(fieldSettings))

import type { NameShapes } from '#runtime/schema/language/describe.ts'
import { iconNames } from '#runtime/schema/names/icon-names.ts'
import { registeredNames } from '#server/app/registered-names.ts'

/** The names that editors propose. Documents may add menu groups, so other names of groups are valid too. Icons have the spellings of `iconWord`; editors propose the plain names only. */
export const editorNames: NameShapes = {
  icons: {
    anyOf: [
      { enum: iconNames },
      { pattern: `^(.*:)?(${iconNames.join('|')})(-(outlined|filled|twotone))?$` },
    ],
  },
  menuParents: { anyOf: [{ enum: registeredNames.menuParents }, { pattern: '^[a-z][a-z0-9-]{0,39}$' }] },
}

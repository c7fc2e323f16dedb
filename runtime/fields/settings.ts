import type Type from 'typebox'
import { choiceFamilySettings } from './choice/settings.ts'
import { dateFamilySettings } from './date/settings.ts'
import { filesFamilySettings } from './files/settings.ts'
import { gridFamilySettings } from './grid/settings.ts'
import { numberFamilySettings } from './number/settings.ts'
import { otherFamilySettings } from './other/settings.ts'
import { peopleFamilySettings } from './people/settings.ts'
import { recordFamilySettings } from './record/settings.ts'
import { regionFamilySettings } from './region/settings.ts'
import { richFamilySettings } from './rich/settings.ts'
import { textFamilySettings } from './text/settings.ts'
import { treeFamilySettings } from './tree/settings.ts'
import type { FieldWord } from './values.ts'

/** The properties of each type besides the common ones; `type` carries the title and the purpose of the type. */
export const fieldSettings = Object.freeze({
  ...textFamilySettings,
  ...numberFamilySettings,
  ...dateFamilySettings,
  ...choiceFamilySettings,
  ...otherFamilySettings,
  ...recordFamilySettings,
  ...treeFamilySettings,
  ...regionFamilySettings,
  ...filesFamilySettings,
  ...peopleFamilySettings,
  ...richFamilySettings,
  ...gridFamilySettings,
}) satisfies Readonly<Record<FieldWord, Readonly<Record<string, Type.TSchema>> & { type: Type.TLiteral }>>

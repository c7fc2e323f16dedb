import { chosenSettings, pickedSettings } from '#runtime/schema/language/field.ts'

export const selDepartSettings = chosenSettings

export const selUserSettings = pickedSettings

export const selRoleSettings = pickedSettings

export const selPositionSettings = pickedSettings

export const peopleFamilySettings = {
  sel_depart: selDepartSettings,
  sel_user: selUserSettings,
  sel_role: selRoleSettings,
  sel_position: selPositionSettings,
}

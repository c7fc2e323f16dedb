import { Code } from '#runtime/schema/language/field.ts'

export const hiddenSettings = {}

export const normalSettings = {}

/** The registered widget that draws the field. */
export const slotSettings = { widget: Code }

export const linkSettings = {}

export const qrcodeSettings = {}

export const slideVerifySettings = {}

export const otherFamilySettings = {
  hidden: hiddenSettings,
  normal: normalSettings,
  slot: slotSettings,
  link: linkSettings,
  qrcode: qrcodeSettings,
  slide_verify: slideVerifySettings,
}

import picture from './picture.svg?no-inline'

/** An existing picture, under an address of this app. */
export const pictureUrl = new URL(picture, window.location.href).href

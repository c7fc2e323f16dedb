import picture from './picture.svg?no-inline'

/** A picture that is really there, under an address of this app. */
export const pictureUrl = new URL(picture, window.location.href).href

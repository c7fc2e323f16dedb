/** The parts of the dictionary module that other modules may import. */
export { type Dictionaries, dictChannel } from './dictionaries.ts'

import { type Migration, sql } from 'kysely'
import { syllableAt, syllables } from '#runtime/kernel/text/syllables.ts'
import { SYLLABLE_SIGNS } from '../pinyin-signs.ts'

const FIRST_HAN = 0x4e00
const LAST_HAN = 0x9fff
const COUNT = LAST_HAN - FIRST_HAN + 1

/** The place of each Chinese character's syllable, -1 without one. */
const readPlaces = (): number[] =>
  Array.from({ length: COUNT }, (_, at) => syllableAt(String.fromCharCode(FIRST_HAN + at)))

/** One byte for each character: the capital of its syllable, 0 without one. */
const capitalsHex = (places: readonly number[]): string =>
  Buffer.from(places.map((place) => syllables[place]?.toUpperCase().charCodeAt(0) ?? 0)).toString('hex')

/** Two bytes for each character: 1 + the place of its syllable. */
const placesHex = (places: readonly number[]): string =>
  places.map((place) => (1 + place).toString(16).padStart(4, '0')).join('')

/**
 * `sys_pinyin('入库单 7')` is `RKD 7|` and three signs: the first letters in capitals, a bar, a sign of the private use area
 * for each syllable, with a point for any other character. Only the first 200 characters have pinyin. The tables are
 * constants of the function, so that generated columns and indexes can use it. `sys_pinyin_terms` makes of it what an
 * index contains: the triples of the first letters, and the signs.
 */
function statements(): string[] {
  const places = readPlaces()
  return [
    `create function sys_pinyin(value text) returns text language plpgsql
      immutable strict parallel restricted cost 1000 as $$
      declare letters text := ''; signs text := ''; sign text; at int; capital int;
      begin
        foreach sign in array string_to_array(left(value, 200), null) loop
          at := ascii(sign) - ${FIRST_HAN};
          capital := case when at between 0 and ${COUNT - 1}
            then get_byte('\\x${capitalsHex(places)}'::bytea, at) else 0 end;
          if capital > 0 then
            letters := letters || chr(capital);
            signs := signs || chr(${SYLLABLE_SIGNS} + get_byte('\\x${placesHex(places)}'::bytea, at * 2) * 256
              + get_byte('\\x${placesHex(places)}'::bytea, at * 2 + 1));
          else
            letters := letters || case when sign = '|' then ' ' else upper(sign) end;
            signs := signs || '.';
          end if;
        end loop;
        return letters || '|' || signs;
      end $$`,
    // An index is built under a search path without the functions of the application.
    `create function sys_pinyin_terms(value text) returns tsvector language plpgsql
      immutable strict parallel restricted set search_path from current as $$
      begin
        return sys_letter_triples(split_part(value, '|', 1))
          || array_to_tsvector(array_remove(string_to_array(split_part(value, '|', 2), null), '.'));
      end $$`,
  ]
}

export const pinyin: Migration = {
  async up(trx) {
    for (const statement of statements()) await sql.raw(statement).execute(trx)
  },
}

// Archives in the ZIP format, whose members are stored as they are (PKWARE's APPNOTE 4.3).

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 of pieces of bytes. */
function checksum(pieces) {
  let value = ~0;
  for (const piece of pieces) for (const byte of piece) value = (value >>> 8) ^ TABLE[(value ^ byte) & 255];
  return ~value >>> 0;
}

/** Returns numbers as bytes, the low ones first: pairs of a value and its length. */
function bytes(...numbers) {
  return Uint8Array.from(numbers.flatMap(([value, length]) =>
    Array.from({ length }, (_, index) => (value >>> (8 * index)) & 255)));
}

/** The year 1980: archives of the same files are the same. */
const DATE = 0x21;

/** Returns an archive of files: pairs of a name and a list of texts, below 4 GB in all. */
export function zip(files) {
  const encoder = new TextEncoder();
  const parts = [];
  const directory = [];
  let place = 0;
  let size = 0;
  for (const [name, texts] of files) {
    const path = encoder.encode(name);
    const pieces = texts.map((text) => encoder.encode(text));
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    // The version 2.0 that reads it, names in UTF-8, no compression.
    const facts = bytes([20, 2], [0x800, 2], [0, 2], [0, 2], [DATE, 2], [checksum(pieces), 4],
      [length, 4], [length, 4], [path.length, 2], [0, 2]);
    parts.push(bytes([0x04034b50, 4]), facts, path, ...pieces);
    directory.push(bytes([0x02014b50, 4], [20, 2]), facts, bytes([0, 2], [0, 2], [0, 2], [0, 4], [place, 4]), path);
    place += 30 + path.length + length;
    size += 46 + path.length;
  }
  return new Blob([...parts, ...directory, bytes([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2],
    [files.length, 2], [size, 4], [place, 4], [0, 2])], { type: "application/zip" });
}

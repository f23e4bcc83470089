// Zip archives whose records are stored as they are (APPNOTE 6.3, without compression).

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1)
        value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
});

function checksum(bytes) {
    let value = 0xffffffff;
    for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
    return (value ^ 0xffffffff) >>> 0;
}

// The fields that the record and its line in the directory have in common. Bit 11 says that names are UTF-8;
// the date is the first that there is.
function fields(view, at, { name, bytes, sum }) {
    view.setUint16(at, 20, true);
    view.setUint16(at + 2, 1 << 11, true);
    view.setUint16(at + 8, 0x21, true);
    view.setUint32(at + 10, sum, true);
    view.setUint32(at + 14, bytes.length, true);
    view.setUint32(at + 18, bytes.length, true);
    view.setUint16(at + 22, name.length, true);
}

function head(size, signature) {
    const view = new DataView(new ArrayBuffer(size));
    view.setUint32(0, signature, true);
    return view;
}

// The bytes of an archive with records (`name`, `bytes`).
export function zip(records) {
    const parts = [];
    const directory = [];
    let offset = 0;
    for (const record of records) {
        const one = {
            name: new TextEncoder().encode(record.name),
            bytes: record.bytes,
            sum: checksum(record.bytes),
        };
        const local = head(30, 0x04034b50);
        fields(local, 4, one);
        const line = head(46, 0x02014b50);
        line.setUint16(4, 20, true);
        fields(line, 6, one);
        line.setUint32(42, offset, true);
        parts.push(new Uint8Array(local.buffer), one.name, one.bytes);
        directory.push(new Uint8Array(line.buffer), one.name);
        offset += 30 + one.name.length + one.bytes.length;
    }
    const size = directory.reduce((sum, part) => sum + part.length, 0);
    const end = head(22, 0x06054b50);
    end.setUint16(8, records.length, true);
    end.setUint16(10, records.length, true);
    end.setUint32(12, size, true);
    end.setUint32(16, offset, true);
    return new Blob([...parts, ...directory, new Uint8Array(end.buffer)]);
}

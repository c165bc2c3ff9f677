// Reads from a binary module what JavaScript's interface does not tell: the types of its functions and globals.

const simple_types = new Map([
  [0x7f, 'i32'], [0x7e, 'i64'], [0x7d, 'f32'], [0x7c, 'f64'], [0x7b, 'v128'],
  [0x70, 'funcref'], [0x6f, 'externref'], [0x6e, 'anyref'], [0x6d, 'eqref'], [0x6c, 'i31ref'], [0x6b, 'structref'],
  [0x6a, 'arrayref'], [0x69, 'exnref'], [0x71, 'nullref'], [0x72, 'nullexternref'], [0x73, 'nullfuncref'],
  [0x74, 'nullexnref'],
]);

class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  byte() {
    if (this.at >= this.end) throw new Error('unexpected end');
    return this.bytes[this.at++];
  }

  // LEB128, signed or not: callers that need the sign do not exist here.
  number() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(value);
    }
  }

  name() {
    const size = this.number();
    this.at += size;
    return new TextDecoder().decode(this.bytes.subarray(this.at - size, this.at));
  }

  many(read) {
    const found = [];
    for (let left = this.number(); left > 0; --left) found.push(read());
    return found;
  }

  // A value type's name, or null where only this module's own types can spell it.
  value_type() {
    const byte = this.bytes[this.at];
    if (byte === 0x63 || byte === 0x64) {
      this.byte();
      const heap = this.bytes[this.at];
      this.number();
      return byte === 0x63 ? simple_types.get(heap) ?? null : null;
    }
    this.byte();
    return simple_types.get(byte) ?? null;
  }

  storage_type() {
    if (this.bytes[this.at] === 0x78 || this.bytes[this.at] === 0x77) this.byte();
    else this.value_type();
    this.byte();  // mutability
  }

  // A function's type as {params, results}; null for every other kind of type.
  composite_type() {
    switch (this.byte()) {
      case 0x60: return {params: this.many(() => this.value_type()), results: this.many(() => this.value_type())};
      case 0x5f: this.many(() => this.storage_type()); return null;
      case 0x5e: this.storage_type(); return null;
      default: throw new Error('unknown composite type');
    }
  }

  sub_type() {
    const byte = this.bytes[this.at];
    if (byte === 0x50 || byte === 0x4f) {
      this.byte();
      this.many(() => this.number());
    }
    return this.composite_type();
  }

  // The types of one recursion group.
  recursive_type() {
    if (this.bytes[this.at] !== 0x4e) return [this.sub_type()];
    this.byte();
    return this.many(() => this.sub_type());
  }

  limits() {
    const flags = this.number();
    this.number();
    if (flags & 0x01) this.number();
    if (flags & 0x08) this.number();  // a custom page size
  }

  global_type() {
    return {type: this.value_type(), mutable: this.byte() === 1};
  }

  // Only what these modules need to step over: one constant expression.
  constant_expression() {
    for (;;) {
      const opcode = this.byte();
      switch (opcode) {
        case 0x0b: return;
        case 0x23: case 0x41: case 0x42: case 0xd0: case 0xd2: this.number(); break;
        case 0x43: this.at += 4; break;
        case 0x44: this.at += 8; break;
        case 0xfd: {
          if (this.number() !== 12) throw new Error('unknown constant instruction');
          this.at += 16;
          break;
        }
        case 0xfb: {
          const sub = this.number();
          if (sub <= 1 || sub === 6 || sub === 7) this.number();
          else if (sub === 8) { this.number(); this.number(); }
          break;
        }
        case 0x6a: case 0x6b: case 0x6c: case 0x7c: case 0x7d: case 0x7e: break;
        default: throw new Error('unknown constant instruction');
      }
    }
  }
}

// {functions: Map(export name -> {params, results}), globals: Map(export name -> {type, mutable})}.
// A type that only the module itself can spell is null.
export function signatures(bytes) {
  const types = [];
  const functions = [];
  const globals = [];
  const found = {functions: new Map(), globals: new Map()};
  const reader = new Reader(bytes, 8);
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const size = reader.number();
    const section = new Reader(bytes, reader.at, reader.at + size);
    reader.at += size;
    switch (id) {
      case 1: section.many(() => types.push(...section.recursive_type())); break;
      case 2: section.many(() => read_import(section, types, functions, globals)); break;
      case 3: section.many(() => functions.push(types[section.number()])); break;
      case 6: section.many(() => { globals.push(section.global_type()); section.constant_expression(); }); break;
      case 7: section.many(() => {
        const name = section.name();
        const kind = section.byte();
        const index = section.number();
        if (kind === 0) found.functions.set(name, functions[index]);
        if (kind === 3) found.globals.set(name, globals[index]);
      }); break;
      default: break;
    }
  }
  return found;
}

function read_import(section, types, functions, globals) {
  section.name();
  section.name();
  switch (section.byte()) {
    case 0: functions.push(types[section.number()]); break;
    case 1: section.value_type(); section.limits(); break;
    case 2: section.limits(); break;
    case 3: globals.push(section.global_type()); break;
    case 4: section.byte(); section.number(); break;
    default: throw new Error('unknown import');
  }
}

import { GraphArchive, open, verify } from './graph-archive.js';
import { GraphObject } from './graph-object.js';
import { GraphValue, Present } from './graph-value.js';
import { DEFAULT_POLICY, STRICT_POLICY } from './policy.js';
import { Refusal } from './refusal.js';

export { DEFAULT_POLICY, GraphArchive, GraphObject, GraphValue, open, Present, Refusal, STRICT_POLICY, verify };

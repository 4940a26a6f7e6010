import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** The bytes of a file of the repository. */
export const load = async (path) => new Uint8Array(readFileSync(new URL(path, ROOT)));

/** The path of a file of the repository on this machine. */
export const pathOf = (path) => decodeURIComponent(new URL(path, ROOT).pathname);

/** The names of the archives in a folder of the repository. */
export const archivesIn = (folder) => readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.graph') || name.endsWith('.graphz')).sort();

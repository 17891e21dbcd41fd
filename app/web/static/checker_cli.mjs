// node app/web/static/checker_cli.mjs [--tables FOLDER] FILE...   or, with - for a file, certificates from standard input, one a line
//
// Checks certificates with checker.js. Prints a line for each file, and ends with 1 if any is refused, with 2 if it was
// asked wrongly; for each line of standard input it prints JSON: `accepted`, `refused` (why), `read` and `differences` (of
// what, in order). FOLDER has months.json, currencies.json and labels.json; without it, they are looked for beside the kernel.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// checker.js is a module that browsers load by that name. Older versions of node take .js for something else unless a
// package.json says otherwise, so it is handed over as text; it imports nothing itself.
const SOURCE = readFileSync(new URL("./checker.js", import.meta.url));
const { check } = await import(`data:text/javascript;base64,${SOURCE.toString("base64")}`);

const NAMES = ["months", "currencies", "labels"];
const BESIDE_KERNEL = fileURLToPath(new URL("../../../pipeline/proof", import.meta.url));

function stop(why) {
  console.error(`${why}\nusage: node checker_cli.mjs [--tables FOLDER] FILE...`);
  process.exit(2);
}

function tablesFrom(folder) {
  try {
    return Object.fromEntries(NAMES.map((name) => [name, JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))]));
  } catch (error) {
    return stop(`no tables in ${folder}: ${error.message}`);
  }
}

/** What the checker says of one file; a file that is not UTF-8 is refused as the page of rules says. */
function checkFile(file, tables) {
  try {
    return check(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file)), tables);
  } catch (error) {
    return { accepted: false, refused: error.message };
  }
}

function checkLines(tables) {
  for (const line of readFileSync(0, "utf8").split("\n").filter((one) => one)) {
    const { accepted, refused, certificate, differences } = check(line, tables);
    console.log(JSON.stringify({ accepted, refused, read: certificate !== null, differences: differences.map(({ name }) => name) }));
  }
}

function checkFiles(files, tables) {
  let refused = 0;
  for (const file of files) {
    const { accepted, refused: why } = checkFile(file, tables);
    console.log(accepted ? `${file}: accepted` : `${file}: refused: ${why}`);
    if (!accepted) refused += 1;
  }
  process.exitCode = refused ? 1 : 0;
}

const words = process.argv.slice(2);
const at = words.indexOf("--tables");
const [, folder] = at < 0 ? [] : words.splice(at, 2);
if (at >= 0 && !folder) stop("--tables wants a folder");
if (!words.length || words.some((word) => word.startsWith("--"))) stop("no certificate is named");

const tables = tablesFrom(folder ?? BESIDE_KERNEL);
if (words.join() === "-") checkLines(tables);
else checkFiles(words, tables);

// Checks what the bot sends against the rules of discord.js's builders, which know of Discord's limits from another
// hand than ours. Usage: node builders.mjs FILE, whose lines discordtest has written.
//
// A body is built again with the builders: each of its fields by the setter of the same name, which refuses what
// Discord would. A field without a setter is one that discord.js does not know.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as discord from '@discordjs/builders';

const setterOf = (field) => 'set' + field.split('_').map((word) => word[0].toUpperCase() + word.slice(1)).join('')
  .replace(/^Url$/, 'URL').replace(/^Sku/, 'SKU').replace(/^Nsfw$/, 'NSFW');

// emptied is what discordgo sends where there is none; Discord takes it so.
const emptied = { autocomplete: false, description: '' };

// fill calls the setters of a builder with the fields of a part of a body, but for those that are done otherwise.
function fill(builder, part, otherwise = {}) {
  for (const [field, value] of Object.entries(part)) {
    if (field === 'type' || value === null || emptied[field] === value) continue;
    if (field in otherwise) { otherwise[field]?.(value); continue; }
    const setter = setterOf(field);
    if (!builder[setter]) throw new Error(`${builder.constructor.name} does not know ${field}`);
    builder[setter](value);
  }
  return builder;
}

// built has a builder validate what is there only once all of it is.
function built(builder) { return builder.toJSON(); }

const select = (builder) => (part) => fill(builder, part, {
  options: (options) => builder.addOptions(options.map((o) => fill(new discord.StringSelectMenuOptionBuilder(), o))),
  default_values: (values) => builder.addDefaultUsers?.(values) ?? builder.setDefaultValues?.(values),
});
const components = {
  1: (part) => new discord.ActionRowBuilder().addComponents(part.components.map(component)),
  2: (part) => fill(new discord.ButtonBuilder(), part),
  3: (part) => select(new discord.StringSelectMenuBuilder())(part),
  4: (part) => fill(new discord.TextInputBuilder(), part),
  5: (part) => select(new discord.UserSelectMenuBuilder())(part),
  6: (part) => select(new discord.RoleSelectMenuBuilder())(part),
  8: (part) => select(new discord.ChannelSelectMenuBuilder())(part),
  18: (part) => {
    const label = new discord.LabelBuilder();
    return fill(label, part, { component: (inner) => { label.data.component = component(inner); } });
  },
};

function component(part) {
  if (!components[part.type]) throw new Error(`a component of type ${part.type}, for which this has no builder`);
  return components[part.type](part);
}

function embed(part) {
  const builder = new discord.EmbedBuilder();
  fill(builder, part, {
    fields: (fields) => builder.addFields(fields),
    author: (a) => builder.setAuthor({ name: a.name, iconURL: a.icon_url, url: a.url }),
    footer: (f) => builder.setFooter({ text: f.text, iconURL: f.icon_url }),
    image: (i) => builder.setImage(i.url),
    thumbnail: (i) => builder.setThumbnail(i.url),
  });
  return built(builder);
}

function message(body) {
  for (const e of body.embeds ?? []) embed(e);
  for (const c of body.components ?? []) built(component(c));
}

function modal(body) {
  const builder = new discord.ModalBuilder();
  fill(builder, body, {
    components: (list) => {
      for (const c of list) {
        if (c.type === 18) builder.addLabelComponents(component(c)); else builder.addComponents(component(c));
      }
    },
  });
  built(builder);
}

const options = {
  3: 'String', 4: 'Integer', 5: 'Boolean', 6: 'User', 7: 'Channel', 8: 'Role', 10: 'Number', 11: 'Attachment',
};

function command(body) {
  if (body.type === 4) return undefined; // an entry point, which goes back as Discord listed it
  if (body.type === 2 || body.type === 3) return built(fill(new discord.ContextMenuCommandBuilder().setType(body.type), body));
  const builder = new discord.SlashCommandBuilder();
  fill(builder, body, {
    options: (list) => {
      for (const o of list) {
        builder[`add${options[o.type]}Option`]((option) => fill(option, o, {
          choices: (choices) => option.addChoices(...choices),
          channel_types: (types) => option.addChannelTypes(...types),
        }));
      }
    },
  });
  return built(builder);
}

function choices(body) {
  new discord.SlashCommandStringOption().setName('x').setDescription('x').addChoices(...body.choices).toJSON();
}

// What an answer to an interaction carries, by its type.
const answers = { 4: message, 5: message, 7: message, 8: choices, 9: modal };

// check builds the body of a call again, and returns whether there was anything to build.
function check(route, body) {
  if (route.startsWith('PUT /applications/') && Array.isArray(body)) body.forEach(command);
  else if (route.endsWith('/callback')) answers[body.type]?.(body.data ?? {});
  else if (body.embeds || body.components || body.message) message(body.message ?? body);
  else return false;
  return true;
}

// reason is what an error of the builders says, with the values that it is about.
const reason = (error) => [error, ...(error.errors ?? [])].map((e) => Array.isArray(e) ? `${e[0]}: ${reason(e[1])}` : `${e.message}${e.given === undefined ? '' : `: ${JSON.stringify(e.given)}, want ${e.expected ?? ''}`}`).join('; ');

let checked = 0;
const faults = new Map();
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { test, route, body } = JSON.parse(line);
  try {
    checked += check(route, body);
  } catch (error) {
    const text = `${route}: ${reason(error)}`;
    if (!faults.has(text)) faults.set(text, `${test}: ${text}\n  ${line.slice(0, 600)}`);
  }
}
for (const text of faults.values()) console.error(text);
console.log(`${checked} bodies are as discord.js would build them, but for ${faults.size} faults`);
if (faults.size || !checked) process.exit(1);

//! Conversion of a tree to libxml2, node by node, without a parser, entities, or depth limits.

#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CString, c_int};
use std::ptr;

use libxml::bindings::{
    xmlAddID, xmlAttrPtr, xmlChar, xmlDictCreate, xmlDictLookup, xmlDocPtr,
    xmlElementType_XML_ATTRIBUTE_NODE, xmlElementType_XML_DOCUMENT_NODE,
    xmlElementType_XML_NAMESPACE_DECL, xmlFreeDoc, xmlNewDoc, xmlNewDocComment,
    xmlNewDocNodeEatName, xmlNewDocPI, xmlNewDocProp, xmlNewDocTextLen, xmlNewNs, xmlNodePtr,
    xmlNsPtr, xmlSearchNs,
};

use crate::tree::{Name, NodeId, NodeKind, NodeRef, Nodes, Tree, XHTML, XML};
use glossweave_base::error::{Error, ErrorKind, Result};

/// A libxml2 document. The `_private` field of each node stores the number of the node in our tree,
/// plus one.
pub(crate) struct Built {
    pub document: xmlDocPtr,
    /// The libxml2 nodes by number. Empty texts are null, and joined texts share the first node.
    nodes: Vec<xmlNodePtr>,
    attributes: Vec<xmlAttrPtr>,
}

impl Drop for Built {
    fn drop(&mut self) {
        // SAFETY: `build` created the document and owns all of its content. No pointer into the
        // document outlives this value.
        unsafe { xmlFreeDoc(self.document) };
    }
}

impl Built {
    /// Returns the libxml2 node for a node of our tree, or null for an empty text.
    pub fn node(&self, number: NodeRef) -> xmlNodePtr {
        match number {
            NodeRef::Document => self.document.cast(),
            NodeRef::Node(number) => {
                self.nodes.get(number.index()).copied().unwrap_or(ptr::null_mut())
            }
            NodeRef::Attribute(number) => {
                self.attributes.get(number).copied().unwrap_or(ptr::null_mut()).cast()
            }
        }
    }

    /// Returns the node of our tree for a libxml2 node. Returns `None` for a namespace node.
    ///
    /// # Safety
    ///
    /// The node must belong to this document, or to the result of an evaluation on it.
    pub unsafe fn number(&self, node: xmlNodePtr) -> Option<NodeRef> {
        #[allow(non_upper_case_globals)]
        // SAFETY: nodes, attributes, documents and namespaces store their kind at the same offset,
        // and all except namespaces store `_private` at the same offset.
        match unsafe { (*node).type_ } {
            xmlElementType_XML_NAMESPACE_DECL => None,
            xmlElementType_XML_DOCUMENT_NODE => Some(NodeRef::Document),
            xmlElementType_XML_ATTRIBUTE_NODE => {
                let number = unsafe { (*node)._private }.addr().checked_sub(1)?;
                Some(NodeRef::Attribute(number))
            }
            _ => {
                let number = unsafe { (*node)._private }.addr().checked_sub(1)?;
                Some(NodeRef::Node(NodeId::new(u32::try_from(number).ok()?)))
            }
        }
    }
}

/// Builds the libxml2 document for a tree.
pub(crate) fn build(tree: &Tree<'_>) -> Result<Built> {
    libxml::init_parser();
    // SAFETY: creates a document and its name table, and checks both.
    let document = unsafe {
        let document = not_null(xmlNewDoc(c"1.0".as_ptr().cast()))?;
        (*document).dict = xmlDictCreate();
        document
    };
    let built = Built { document, nodes: Vec::new(), attributes: Vec::new() };
    let mut builder =
        Builder { tree, built, names: Vec::new(), spaces: Vec::new(), targets: HashMap::new() };
    // SAFETY: see above. When a call fails, `Built` frees everything that is linked to the document.
    unsafe {
        not_null((*document).dict)?;
        builder.name_names()?;
        builder.add_nodes()?;
        builder.add_ids();
    }
    Ok(builder.built)
}

struct Builder<'t> {
    tree: &'t Tree<'t>,
    built: Built,
    /// Names by number: the local name in the name table, and the namespace.
    names: Vec<*const xmlChar>,
    spaces: Vec<xmlNsPtr>,
    targets: HashMap<u32, CString>,
}

/// All these functions are unsafe for the same reason: they follow pointers of the document, which
/// is consistent between calls.
impl Builder<'_> {
    unsafe fn name_names(&mut self) -> Result<()> {
        let document = self.built.document;
        let mut known: HashMap<(&str, &str), xmlNsPtr> = HashMap::new();
        // SAFETY: this call creates the `xml` namespace, which is the first one of the document.
        // The other namespaces are linked after it and freed with it.
        unsafe {
            let xml = not_null(xmlSearchNs(document, document.cast(), c"xml".as_ptr().cast()))?;
            known.insert(("xml", XML), xml);
            let mut last = xml;
            for Name { prefix, local, namespace } in self.tree.names() {
                self.names.push(not_null(intern((*document).dict, local)?.cast_mut())?);
                let space = match known.get(&(&**prefix, &**namespace)) {
                    _ if namespace.is_empty() => ptr::null_mut(),
                    Some(space) => *space,
                    None => {
                        // XPath ignores prefixes, so a wrong use of the prefix `xml` can be
                        // dropped.
                        let prefix_name = if &**prefix == "xml" { "" } else { prefix };
                        let space = new_space(prefix_name, namespace)?;
                        (*last).next = space;
                        last = space;
                        known.insert((prefix, namespace), space);
                        space
                    }
                };
                self.spaces.push(space);
            }
        }
        Ok(())
    }

    unsafe fn add_nodes(&mut self) -> Result<()> {
        let (tree, document) = (self.tree, self.built.document);
        let (mut number, end) = (NodeId::FIRST, tree.end());
        while number < end {
            let node = tree.node(number);
            let mut last = number;
            // SAFETY: each call creates a node, which is checked and linked immediately.
            let made = unsafe {
                match node.kind {
                    NodeKind::Element => {
                        let name = tree.name_number(number) as usize;
                        let made = xmlNewDocNodeEatName(
                            document,
                            self.spaces[name],
                            self.names[name].cast_mut(),
                            ptr::null(),
                        );
                        not_null(made)?
                    }
                    NodeKind::Text | NodeKind::Cdata => {
                        let texts = Nodes::new(number.next(), end);
                        let is_same = |next: &NodeId| {
                            let next = tree.node(*next);
                            next.is_text() && next.parent == node.parent
                        };
                        last = texts.take_while(is_same).last().unwrap_or(number);
                        self.text(number, last)?
                    }
                    NodeKind::Comment => {
                        let text = c_string(tree.text(number));
                        not_null(xmlNewDocComment(document, text.as_ptr().cast()))?
                    }
                    NodeKind::Instruction => {
                        let name = tree.name_number(number);
                        let target = self
                            .targets
                            .entry(name)
                            .or_insert_with(|| c_string(&tree.name(number).qualified()));
                        let text = c_string(tree.text(number).trim_start());
                        let (target, text) = (target.as_ptr().cast(), text.as_ptr().cast());
                        not_null(xmlNewDocPI(document, target, text))?
                    }
                }
            };
            for _ in Nodes::new(number, last.next()) {
                self.built.nodes.push(made);
            }
            // SAFETY: a parent is added before its children, and is an element or the document.
            unsafe {
                if !made.is_null() {
                    (*made)._private = ptr::without_provenance_mut(number.index() + 1);
                    let parent = match node.parent {
                        None => document.cast(),
                        Some(parent) => self.built.nodes[parent.index()],
                    };
                    append(parent, made);
                }
                if node.kind == NodeKind::Element {
                    self.add_attributes(number, made)?;
                }
            }
            number = last.next();
        }
        Ok(())
    }

    /// Creates a text node for consecutive texts. Returns null if they are all empty.
    unsafe fn text(&self, first: NodeId, last: NodeId) -> Result<xmlNodePtr> {
        let joined: String;
        let text = if first == last {
            self.tree.text(first)
        } else {
            joined = Nodes::new(first, last.next()).map(|node| self.tree.text(node)).collect();
            &joined
        };
        if text.is_empty() {
            return Ok(ptr::null_mut());
        }
        let document = self.built.document;
        // SAFETY: the given number of bytes is copied.
        not_null(unsafe { xmlNewDocTextLen(document, text.as_ptr(), length(text)?) })
    }

    unsafe fn add_attributes(&mut self, element: NodeId, made: xmlNodePtr) -> Result<()> {
        let (tree, document) = (self.tree, self.built.document);
        // SAFETY: everything is checked and linked immediately. The functions of libxml2 are not
        // used here, because they search all attributes and namespaces of the element for each one
        // that is added.
        unsafe {
            let mut last: xmlNsPtr = ptr::null_mut();
            for (_, prefix, namespace) in tree.declared(element) {
                if &**prefix == "xml" {
                    continue;
                }
                let space = new_space(prefix, namespace)?;
                match last.is_null() {
                    true => (*made).nsDef = space,
                    false => (*last).next = space,
                }
                last = space;
            }
            let mut last: xmlAttrPtr = ptr::null_mut();
            for number in tree.attribute_numbers(element) {
                let attribute = tree.attribute_at(number);
                let name = attribute.name as usize;
                let copy = not_null(xmlNewDocProp(document, self.names[name], ptr::null()))?;
                (*copy)._private = ptr::without_provenance_mut(number + 1);
                (*copy).ns = self.spaces[name];
                (*copy).parent = made;
                (*copy).prev = last;
                match last.is_null() {
                    true => (*made).properties = copy,
                    false => (*last).next = copy,
                }
                last = copy;
                self.built.attributes.push(copy);
                let value = tree.value(attribute);
                let text = not_null(xmlNewDocTextLen(document, value.as_ptr(), length(value)?))?;
                append(copy.cast(), text);
            }
        }
        Ok(())
    }

    /// Adds IDs: `xml:id`, `id` in HTML, and attributes that the document type declares as IDs. If
    /// an ID is repeated, the first one applies.
    unsafe fn add_ids(&self) {
        let tree = self.tree;
        for element in tree.nodes().filter(|number| tree.node(*number).is_element()) {
            let in_html = &*tree.name(element).namespace == XHTML;
            for number in tree.attribute_numbers(element) {
                let attribute = tree.attribute_at(number);
                let name = tree.attribute_name(attribute);
                let is_id = name.is(XML, "id")
                    || in_html && name.is("", "id")
                    || tree.ids().binary_search(&number).is_ok();
                let value = tree.value(attribute).trim_ascii();
                if is_id && !value.is_empty() {
                    let (id, made) = (c_string(value), self.built.attributes[number]);
                    // SAFETY: the attribute belongs to the document, and the text is copied.
                    unsafe {
                        xmlAddID(ptr::null_mut(), self.built.document, id.as_ptr().cast(), made)
                    };
                }
            }
        }
    }
}

/// Links a node as the last child.
///
/// # Safety
///
/// `parent` must be a document, an element or an attribute, and `child` must be an unlinked node.
unsafe fn append(parent: xmlNodePtr, child: xmlNodePtr) {
    // SAFETY: all types of parents begin with the same fields.
    unsafe {
        let last = (*parent).last;
        (*child).parent = parent;
        (*child).prev = last;
        match last.is_null() {
            true => (*parent).children = child,
            false => (*last).next = child,
        }
        (*parent).last = child;
    }
}

unsafe fn new_space(prefix: &str, namespace: &str) -> Result<xmlNsPtr> {
    let (prefix_name, namespace) = (c_string(prefix), c_string(namespace));
    let prefix = match prefix {
        "" => ptr::null(),
        _ => prefix_name.as_ptr().cast(),
    };
    // SAFETY: both texts are copied.
    not_null(unsafe { xmlNewNs(ptr::null_mut(), namespace.as_ptr().cast(), prefix) })
}

unsafe fn intern(dict: *mut libxml::bindings::_xmlDict, name: &str) -> Result<*const xmlChar> {
    // SAFETY: the given number of bytes is copied.
    Ok(unsafe { xmlDictLookup(dict, name.as_ptr(), length(name)?) })
}

fn length(text: &str) -> Result<c_int> {
    c_int::try_from(text.len()).map_err(|_| {
        let message = format!("expected a text of at most {} bytes, found more", c_int::MAX);
        Error::new(ErrorKind::TooLarge, message)
    })
}

/// Converts a text to a C string. Markup never contains NUL; any other text is truncated at the
/// first NUL.
pub(super) fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// Returns an error if libxml2 returned a null pointer.
pub(crate) fn not_null<T>(pointer: *mut T) -> Result<*mut T> {
    match pointer.is_null() {
        true => Err(Error::new(ErrorKind::Internal, "libxml2 is out of memory")),
        false => Ok(pointer),
    }
}
